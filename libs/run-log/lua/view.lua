-- A viewer follows a run, or leaves it; on the way it learns how the run is.
-- KEYS  1 run  2 viewers  3 lease
-- ARGV  1 viewer  2 for how long it is known to be there, in ms; 0 = it leaves now
-- Returns nil = the run is closed or absent: there is nothing to view
--         else { attempt, 1 = its worker's lease runs, 1 = it is past its deadline, 1 = nobody has followed it for its grace }
-- @include now-ms
-- @include unwatched
local head = redis.call('HMGET', KEYS[1], 'status', 'attempt', 'deadline')
if head[1] ~= 'open' then
  return false
end
local now = now_ms()
if ARGV[2] == '0' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZADD', KEYS[2], 'GT', now, '-')
else
  redis.call('ZADD', KEYS[2], 'GT', string.format('%.0f', tonumber(now) + tonumber(ARGV[2])), ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. now)
end
redis.call('PEXPIRE', KEYS[2], redis.call('PTTL', KEYS[1]))
local overdue = head[3] and tonumber(head[3]) <= tonumber(now)
return { tonumber(head[2]), redis.call('EXISTS', KEYS[3]), overdue and 1 or 0, is_unwatched(KEYS[1], now) and 1 or 0 }
