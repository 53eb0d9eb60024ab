/** What somebody sees whose token is missing, or is one that the service rejects. */
export function SignIn() {
  return (
    <div class="sign-in" role="status">
      <h2>Sign in to plan the calendar</h2>
      <p>Open a link to this page that ends in #token= and your token.</p>
    </div>
  );
}
