-- Somebody who does not hold a run ends it: a gateway that could not enqueue it, or found its worker gone.
-- KEYS  1 run  2 lease
-- ARGV  1 base  2 run id  3 attempt it saw  4 '1' = only if the lease has lapsed  5 event name  6 event  7 log ttl in ms
-- Returns 1 = closed by this call, 0 = not: it is closed, or somebody took it since
-- @include clock
-- @include close-run
local head = redis.call('HMGET', KEYS[1], 'status', 'attempt')
if head[1] ~= 'open' or head[2] ~= ARGV[3] then
  return 0
end
if ARGV[4] == '1' and redis.call('EXISTS', KEYS[2]) == 1 then
  return 0
end
close_run({ base = ARGV[1], run_id = ARGV[2], name = ARGV[5], event = ARGV[6], log_ttl = ARGV[7], now = now_ms(), tell = true })
return 1
