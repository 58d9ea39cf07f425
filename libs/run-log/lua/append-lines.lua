-- Fragment: puts one batch of envelope lines into a run's log and on its channel, and moves the head.
-- `last` is the number of the last line; it is the entry's id, so that the log is ordered and read by sequence number.
local function append_lines(run_key, log_key, channel, last, lines)
  redis.call('XADD', log_key, last .. '-0', 'lines', lines)
  redis.call('HSET', run_key, 'seq', last)
  redis.call('PUBLISH', channel, lines)
end
