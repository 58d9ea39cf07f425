-- Creates a session where there is none.
-- KEYS  1 session
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4… field, value, field, value…
-- Returns 1 = created, 0 = it was there and is unchanged (the loser of two at once)
-- @include clock
-- @include session-keys
-- @include session-changed
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local at = { base = ARGV[1], now = now_ms() }
local epoch = begin_session(at.base, at.now)
redis.call('HSET', KEYS[1], 'created_at', at.now, 'turn', '0', 'epoch', epoch, unpack(ARGV, 4))
session_changed(at)
keep_session(ARGV[1], ARGV[3])
return 1
