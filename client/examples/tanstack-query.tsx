import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createClient, localDate, type SubmitVerseRequest } from '@verse-submissions/client';
import { SubmitVerse } from '@verse-submissions/client/react';

const client = createClient({ baseUrl: 'https://verses.example', token: () => sessionStorage.getItem('token') ?? '' });

/** Whether the player can submit, e.g. for a badge in the site's menu. */
export function useEligibility() {
  return useQuery({
    queryKey: ['eligibility'],
    queryFn: ({ signal }) => client.getEligibility({ localDate: localDate() }, { signal }),
  });
}

/** Submits the verse of a form of the site's own. */
export function useSubmitVerse() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (verse: Omit<SubmitVerseRequest, 'localDate'>) =>
      client.submitVerse({ localDate: localDate(), ...verse }), // the client retries what is safe
    onSettled: () => queries.invalidateQueries({ queryKey: ['eligibility'] }),
  });
}

/** The element, after which the badge is up to date. */
export function Page({ token }: { readonly token: string }) {
  const queries = useQueryClient();
  return (
    <SubmitVerse
      base-url="https://verses.example"
      token={token}
      onverse-submitted={() => void queries.invalidateQueries({ queryKey: ['eligibility'] })}
    />
  );
}
