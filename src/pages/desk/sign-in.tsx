/** What somebody sees whose token is missing, or is one that the service rejects. */
export function SignIn({ url }: { url: string | undefined }) {
  return (
    <div role="status">
      <h2>Sign in to plan the calendar</h2>
      {url === undefined ? <p>Open a link with a token.</p> : <a href={url}>Sign in</a>}
    </div>
  );
}
