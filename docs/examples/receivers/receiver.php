<?php
// PHP 8 with pdo_sqlite. To try it: WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:8080 receiver.php
declare(strict_types=1);

const TOLERANCE = 300; // seconds
const MAX_BYTES = 1_000_000;

$secret = (string) getenv('WEBHOOK_SECRET');

function is_signed(string $raw, string $header, string $secret): bool
{
    if (preg_match('/\At=([0-9]{1,12}),v1=([0-9a-f]{64})\z/', $header, $match) !== 1) return false;
    if (abs(time() - (int) $match[1]) > TOLERANCE) return false;
    return hash_equals(hash_hmac('sha256', "{$match[1]}.{$raw}", $secret), $match[2]);
}

/** @return array{int, ?array<string, string>} status and body */
function receive(string $raw, string $header, string $secret): array
{
    if (!str_starts_with($secret, 'whsec_')) return [500, null]; // not configured
    if (strlen($raw) > MAX_BYTES) return [413, null];
    if (!is_signed($raw, $header, $secret)) return [400, null];
    $event = json_decode($raw, true, flags: JSON_THROW_ON_ERROR);
    if ($event['type'] === 'webhook.verification') return [200, ['challenge' => $event['data']['challenge']]];
    $db = new PDO('sqlite:events.db');
    $db->exec('CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
    // One that is there already stays as it is.
    $db->prepare('INSERT INTO events (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING')->execute([$event['id'], $raw]);
    return [204, null];
}

try {
    $raw = (string) file_get_contents('php://input', length: MAX_BYTES + 1);
    [$status, $body] = receive($raw, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', $secret);
} catch (Throwable $error) {
    error_log((string) $error);
    [$status, $body] = [500, null]; // it will come again
}
http_response_code($status);
if ($body !== null) echo json_encode($body);
