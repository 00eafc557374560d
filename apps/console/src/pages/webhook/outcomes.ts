/** Explains an outcome of an attempt and says where to look (docs/webhooks.md, "Outcomes"). */
type Outcome = { readonly isGood: boolean; readonly meaning: string; readonly check: string | null };

const failed = (meaning: string, check: string | null = null): Outcome => ({ isGood: false, meaning, check });

const CODES: Readonly<Record<string, Outcome>> = {
  dns_error: failed('The name has no IPv4 address, or its name servers did not answer in time.', 'Look the name up from another network.'),
  address_refused: failed('The name has an address that is not public.', 'Look at all A records of the name.'),
  connect_timeout: failed('No TCP connection in time.', 'Check firewall, port 443 and address.'),
  connection_refused: failed(
    'Nothing listens on port 443, or the network rejected the connection.',
    'Check the server process and the firewall.',
  ),
  tls_error: failed('The TLS handshake failed.', 'Check the certificate: its dates, its name, its chain and its authority.'),
  connection_reset: failed('The connection was closed before the answer.', 'Read the server’s log; look at the limits of a proxy.'),
  timeout: failed('Connected, but no answer in time.', 'Answer first, process afterwards.'),
  bad_response: failed('The answer is not HTTP/1.1, or switches protocols.', 'Check the proxy.'),
  response_too_large: failed('The answer has more than 16 KB of headers, or more than 64 KB of body for a challenge.'),
  wrong_challenge: failed('2xx, but the body is not a JSON object with the challenge that was sent.', 'Echo data.challenge as challenge.'),
  lost: failed('The worker of the service stopped before the result was recorded. Your receiver may have got the request.'),
  canceled: failed('The destination was replaced, removed or verified again meanwhile.'),
};

export function explain(outcome: string): Outcome {
  const known = CODES[outcome];
  if (known) return known;
  const status = Number(outcome);
  if (status >= 200 && status < 300) return { isGood: true, meaning: 'Accepted.', check: null };
  if (status >= 300 && status < 400) return failed('Your server redirected; redirects are not followed.', 'Register the final URL.');
  if (status >= 400)
    return failed(
      'Your server or its proxy refused.',
      'Read its log at that time. 400 often comes from a wrong secret, 404 from a wrong path.',
    );
  return failed('An outcome that this page does not know.');
}
