-- Fragment: takes back what starting a turn has changed that its caller would trip over when they ask again: its message, its
-- idempotency key, what became of the card it met, what the session says of its latest turn, and the title it gave. For a
-- turn that no worker has taken. Its number stays used: entries of the messages only ever get larger ids.
local UNDONE = { 'agent_id', 'chat_turn', 'latest_run', 'latest_turn', 'terminal', 'card_expires_at' }

-- Before it begins: what is there to come back to. `card_id`: the card it settles, nil = none
local function keep_for_undo(at, run_id, card_id)
  local run = at.base .. 'run:' .. run_id
  local values = redis.call('HMGET', at.base .. 'session', unpack(UNDONE))
  for i, name in ipairs(UNDONE) do
    redis.call('HSET', run, 'undo_' .. name, values[i] or '')
  end
  if card_id then
    redis.call('HSET', run, 'undo_card', card_id, 'undo_fate', redis.call('HGET', at.base .. 'cards', card_id))
  end
end

local function undo_start(at, run_id)
  local session, run = at.base .. 'session', at.base .. 'run:' .. run_id
  local t = redis.call('HMGET', run, 'turn', 'undo_key', 'undo_card', 'undo_fate')
  redis.call('XDEL', at.base .. 'messages', t[1] .. '-0')
  if t[2] then
    redis.call('UNLINK', at.base .. t[2])
    redis.call('ZREM', at.base .. 'idempotency', t[2])
  end
  if redis.call('HGET', session, 'latest_turn') ~= t[1] then
    return -- Another turn came after: the session is about that one.
  end
  -- One that waited and has not begun has changed nothing but the number; others may have begun and ended since.
  local has_begun = redis.call('HEXISTS', run, 'epoch') == 1
  for _, name in ipairs(UNDONE) do
    local value = redis.call('HGET', run, 'undo_' .. name)
    if value and value ~= '' and (has_begun or name == 'latest_turn') then
      redis.call('HSET', session, name, value)
    end
  end
  if redis.call('HEXISTS', run, 'undo_title') == 1 then
    redis.call('HSET', session, 'title', '')
  end
  if t[3] then
    redis.call('HSET', at.base .. 'cards', t[3], t[4])
    redis.call('HSET', session, 'card', t[4] == 'pending' and t[3] or '')
  end
end
