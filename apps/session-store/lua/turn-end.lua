-- The worker that holds a run ends it.
-- KEYS  1 session  2 run
-- ARGV  1 base  2 run id  3 epoch  4 attempt  5 last number it knows  6 event name  7 event  8 card event ('' = none)
--       9 card id  10 card  11 card ttl in ms (0 = none)  12 answers merged up to this turn  13 log ttl in ms
-- Returns 0 = ended   -1 = closed already, absent, or held by a newer attempt: nothing was written
--         n = the log ends at n, not where the worker believes: nothing was written
-- Losing a race: abort, pre-emption and watchdog end runs, too; the first close stands.
-- @include clock
-- @include close-run
local head = redis.call('HMGET', KEYS[2], 'status', 'epoch', 'attempt', 'seq')
if head[1] ~= 'open' or head[2] ~= ARGV[3] or head[3] ~= ARGV[4] then
  return -1
end
if head[4] ~= ARGV[5] then
  return tonumber(head[4])
end
local now = now_ms()
local with_card = ARGV[8] ~= ''
local expires_at = with_card and ARGV[11] ~= '0' and string.format('%.0f', tonumber(now) + tonumber(ARGV[11])) or '0'
redis.call('HSET', KEYS[1], 'answers_upto', ARGV[12])
close_run({
  base = ARGV[1], run_id = ARGV[2], name = ARGV[6], event = ARGV[7], log_ttl = ARGV[13], now = now, tell = false,
  card_event = with_card and ARGV[8] or nil, card_id = with_card and ARGV[9] or nil, card = ARGV[10], card_expires_at = expires_at,
})
return 0
