-- Reads a session as it truly stands: overdue turns are closed and lapsed cards expire on the way.
-- KEYS  1 session
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4… fields
-- Returns the fields' values, or nil = no such session
-- @include clock
-- @include active-run
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
local at = { base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }
active_run(at)
pending_card(at)
return redis.call('HMGET', KEYS[1], unpack(ARGV, 4))
