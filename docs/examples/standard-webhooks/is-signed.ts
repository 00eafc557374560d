function isSigned(raw: Buffer, headers: IncomingHttpHeaders): boolean {
  const [id, t, signatures = ''] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name]));
  if (!(Math.abs(Date.now() / 1000 - Number(t)) <= TOLERANCE)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${t}.`).update(raw).digest();
  return signatures.split(' ').some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
