-- Fragment: puts one batch of envelope lines into a run's log and on its channel, and moves the head.
-- `last` is the number of the last line; it is the entry's id, so that the log is ordered and read by sequence number.
-- A batch beyond any skill's event is the end of a turn with a long text; as a message it could overrun the buffer of a
-- whole process's subscriber connection. Its followers are only told that it is there, and read it from the log.
local function append_lines(run_key, log_key, channel, last, lines)
  redis.call('XADD', log_key, last .. '-0', 'lines', lines)
  redis.call('HSET', run_key, 'seq', last)
  if #lines <= 5242880 then
    redis.call('PUBLISH', channel, lines)
  else
    redis.call('PUBLISH', channel, string.match(lines, '^.-"sequence":%d+') .. '}')
  end
end
