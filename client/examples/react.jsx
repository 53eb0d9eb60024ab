import '@verse-submissions/client/element';

export function SubmitVerse({ onSubmitted }) {
  const token = () => sessionStorage.getItem('token') ?? '';
  return (
    <submit-verse base-url="http://127.0.0.1:3000" token={token} onverse-submitted={onSubmitted}>
      <a slot="puzzle" href="/">
        Today’s puzzle
      </a>
    </submit-verse>
  );
}
