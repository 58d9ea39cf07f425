-- Reads a session as it truly stands: overdue turns are closed and lapsed cards expire on the way.
-- KEYS  1 session
-- ARGV  1 base  2 log ttl in ms  3… fields
-- Returns the fields' values, or nil = no such session
-- @include clock
-- @include active-run
-- @include pending-card
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
local now = now_ms()
active_run(ARGV[1], now, ARGV[2])
pending_card(ARGV[1], now)
return redis.call('HMGET', KEYS[1], unpack(ARGV, 3))
