def is_signed(raw, headers):
    id, t, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not re.fullmatch("[0-9]+", t) or abs(time.time() - int(t)) > TOLERANCE:
        return False
    key = base64.b64decode(SECRET[len("whsec_"):])
    expected = base64.b64encode(hmac.new(key, f"{id}.{t}.".encode() + raw, hashlib.sha256).digest())
    return any(hmac.compare_digest(b"v1," + expected, one.encode()) for one in signatures.split(" "))
