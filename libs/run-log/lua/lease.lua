-- The worker that holds a run says that it is alive, or gives the run back.
-- KEYS  1 run  2 lease  3 viewers
-- ARGV  1 epoch  2 attempt  3 for how long it is known to be alive, in ms; 0 = it gives the run back
-- Returns 0 = kept
--        -1 = the run is closed, absent or held by a newer attempt: the worker must stop; nothing was written
--         1 = kept, and nobody has followed the run for its grace: it is to be cancelled
-- @include now-ms
-- @include unwatched
local head = redis.call('HMGET', KEYS[1], 'status', 'epoch', 'attempt')
if head[1] ~= 'open' or head[2] ~= ARGV[1] or head[3] ~= ARGV[2] then
  return -1
end
if ARGV[3] == '0' then
  redis.call('UNLINK', KEYS[2])
  return 0
end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return is_unwatched(KEYS[1], now_ms()) and 1 or 0
