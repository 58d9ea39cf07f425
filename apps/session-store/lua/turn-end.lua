-- The worker that holds a run ends it.
-- KEYS  1 session  2 run
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4 run id  5 epoch  6 attempt  7 last number it knows
--       8 event name  9 event  10 answers merged up to this turn  [11 card id  12 card  13 card ttl in ms (0 = none)]
-- Returns 0 = ended   -1 = closed already, absent, or held by a newer attempt: nothing was written
--         n = the log ends at n, not where the worker believes: nothing was written
-- Losing a race: abort, pre-emption and watchdog end runs, too; the first close stands.
-- @include clock
-- @include close-run
local head = redis.call('HMGET', KEYS[2], 'status', 'epoch', 'attempt', 'seq')
local session = redis.call('HMGET', KEYS[1], 'active_run', 'answers_upto')
if head[1] ~= 'open' or head[2] ~= ARGV[5] or head[3] ~= ARGV[6] or session[1] ~= ARGV[4] then
  return -1
end
if head[4] ~= ARGV[7] then
  return tonumber(head[4])
end
-- A failed turn knows what its last checkpoint holds, or nothing: what an earlier turn has merged stays merged.
if tonumber(ARGV[10]) > tonumber(session[2] or 0) then
  redis.call('HSET', KEYS[1], 'answers_upto', ARGV[10])
end
close_run({ base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }, {
  run_id = ARGV[4], name = ARGV[8], event = ARGV[9], tell = false,
  card = ARGV[11] and { id = ARGV[11], body = ARGV[12], ttl = ARGV[13] } or nil,
})
return 0
