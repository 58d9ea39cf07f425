-- Creates a session where there is none.
-- KEYS  1 session
-- ARGV  1 ttl in ms  2… field, value, field, value…
-- Returns 1 = created, 0 = it was there and is unchanged (the loser of two at once)
-- @include clock
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local now = now_ms()
redis.call('HSET', KEYS[1], 'created_at', now, 'updated_at', now, 'turn', '0', 'epoch', '0', unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
