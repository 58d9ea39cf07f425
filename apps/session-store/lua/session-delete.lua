-- Deletes all of a session; an active turn ends as aborted first, and what its worker still writes finds nothing.
-- Epochs only grow and run ids never repeat, so a session made anew under the same id shuts the old worker out.
-- KEYS  1 session
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4 preempted event
-- Returns 1 = deleted, 0 = there was none (the loser of two at once)
-- @include clock
-- @include active-run
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local at = { base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }
local active = active_run(at)
if active then
  close_run(at, { run_id = active, name = 'preempted', event = ARGV[4], tell = true, last = true })
end
end_waiting(at, ARGV[4])
session_changed(at)
forget_session(at.base, at.now)
return 1
