-- Fragment: takes back what starting a turn has changed that its caller would trip over when they ask again: its message, its
-- idempotency key, and what became of the card it met. For a turn that no worker has taken; its number stays used.
local function undo_start(at, run_id)
  local session, run = at.base .. 'session', at.base .. 'run:' .. run_id
  local t = redis.call('HMGET', run, 'turn', 'undo_key', 'undo_card', 'undo_fate', 'undo_expires')
  redis.call('XDEL', at.base .. 'messages', t[1] .. '-0')
  if t[2] then
    redis.call('UNLINK', at.base .. t[2])
    redis.call('ZREM', at.base .. 'idempotency', t[2])
  end
  if t[3] and redis.call('HGET', session, 'latest_run') == run_id then
    redis.call('HSET', at.base .. 'cards', t[3], t[4])
    if t[4] == 'pending' then
      redis.call('HSET', session, 'card', t[3], 'card_expires_at', t[5])
    end
  end
end
