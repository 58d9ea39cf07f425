-- Deletes all of a session; an active turn ends as aborted first, and what its worker still writes finds nothing.
-- Epochs follow Redis's clock and run ids never repeat, so a session made anew under the same id shuts the old worker out.
-- KEYS  1 session  2 messages  3 cards  4 runs  5 checkpoints  6 checkpoints' index
-- ARGV  1 base  2 preempted event  3 log ttl in ms
-- Returns 1 = deleted, 0 = there was none
-- @include clock
-- @include active-run
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local now = now_ms()
local active = active_run(ARGV[1], now, ARGV[3])
if active then
  close_run({ base = ARGV[1], run_id = active, name = 'preempted', event = ARGV[2], log_ttl = ARGV[3], now = now, tell = true })
end
for _, run_id in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
  local run = ARGV[1] .. 'run:' .. run_id
  redis.call('UNLINK', run, run .. ':log', run .. ':text', run .. ':lease')
end
redis.call('UNLINK', unpack(KEYS))
return 1
