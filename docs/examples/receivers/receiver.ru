# Ruby 3 and Rack, with the gems rack and sqlite3: WEBHOOK_SECRET=whsec_... rackup --port 8080 receiver.ru
require 'json'
require 'openssl'
require 'sqlite3'

TOLERANCE = 300 # seconds
MAX_BYTES = 1_000_000

SECRET = ENV.fetch('WEBHOOK_SECRET', '')
abort 'WEBHOOK_SECRET is not set' unless SECRET.start_with?('whsec_')

SQLite3::Database.new('events.db') do |db|
  db.execute('CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body TEXT NOT NULL)')
end

def signed?(raw, header)
  match = /\At=([0-9]{1,12}),v1=([0-9a-f]{64})\z/.match(header.to_s.b)
  return false if match.nil? || (Time.now.to_i - match[1].to_i).abs > TOLERANCE

  OpenSSL.fixed_length_secure_compare(OpenSSL::HMAC.hexdigest('SHA256', SECRET, "#{match[1]}.".b + raw), match[2])
end

def receive(raw, header)
  return [413, nil] if raw.bytesize > MAX_BYTES
  return [400, nil] unless signed?(raw, header)

  event = JSON.parse(raw)
  return [200, { challenge: event['data']['challenge'] }] if event['type'] == 'webhook.verification'

  SQLite3::Database.new('events.db') do |db| # one that is there already stays as it is
    db.execute('INSERT INTO events (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING', [event['id'], raw.dup.force_encoding('UTF-8')])
  end
  [204, nil]
end

run lambda { |env|
  status, body = begin
    receive(env['rack.input'].read(MAX_BYTES + 1).to_s.b, env['HTTP_X_SERVICE_SIGNATURE'])
  rescue StandardError => error
    warn error.full_message
    [500, nil] # it will come again
  end
  [status, {}, body.nil? ? [] : [JSON.generate(body)]]
}
