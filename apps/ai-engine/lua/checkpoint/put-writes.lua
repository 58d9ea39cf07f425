-- Stores what one task of a superstep wrote. The checkpoint may come later: LangGraph chains its puts, not its writes.
--
-- KEYS  bodies, index, session
-- ARGV  fence ('' = not fenced), ns, id of the checkpoint, ttl in s (0 = none), task, path of the task,
--       then idx, channel and value of each write
-- Returns 'ok'
--         'fenced'  nothing is written: another turn or attempt owns the thread
-- A write that is already there stays; those of a negative idx (an error, an interrupt, an answer) are replaced.

-- @include prelude
local fence, ns, id, ttl_s, task, task_path = unpack(ARGV, 1, 6)

if not owns(fence) then return 'fenced' end

for i = 7, #ARGV, 3 do
  local idx, channel, value = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local field = path('w', ns, id, task, idx)
  call(tonumber(idx) < 0 and 'HSET' or 'HSETNX', bodies, field, cmsgpack.pack({ task, idx, task_path, channel, value }))
  call('ZADD', index, 0, field)
end

refresh(ttl_s)
return 'ok'
