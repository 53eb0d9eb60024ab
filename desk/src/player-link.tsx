import type { Query } from './find.ts';

interface PlayerLinkProps {
  readonly player: string;
  readonly onQuery: (query: Query) => void;
}

/** Leads to all verses of a player. */
export function PlayerLink({ player, onQuery }: PlayerLinkProps) {
  return (
    <button type="button" class="link player" onClick={() => onQuery({ player })}>
      {player}
    </button>
  );
}
