-- Reads a session as it truly stands: overdue turns are closed, forsaken ones cancelled, and lapsed cards expire on the way.
-- KEYS  1 session
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4… fields
-- Returns nil = no such session, else { in how many ms it may be another though nobody acts, 1 = reading it has changed it,
--         the fields' values… }
-- @include clock
-- @include active-run
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
local at = { base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }
local _, forsaken_ms = active_run(at)
pending_card(at)
local left_ms = redis.call('PTTL', KEYS[1])
for _, time in ipairs(redis.call('HMGET', KEYS[1], 'deadline', 'card_expires_at')) do
  local ms = tonumber(time or 0) - tonumber(at.now)
  if ms > 0 and ms < left_ms then
    left_ms = ms
  end
end
if forsaken_ms and forsaken_ms < left_ms then
  left_ms = forsaken_ms
end
return { left_ms, at.told and 1 or 0, unpack(redis.call('HMGET', KEYS[1], unpack(ARGV, 4))) }
