-- Fragment: the id of a session's pending card, after letting it lapse where its time is over; nil = none.
local function pending_card(base, now)
  local found = redis.call('HMGET', base .. 'session', 'card', 'card_expires_at')
  local card_id = found[1]
  if not card_id or card_id == '' then
    return nil
  end
  local expires_at = tonumber(found[2]) or 0
  if expires_at > 0 and expires_at <= tonumber(now) then
    redis.call('HSET', base .. 'cards', card_id, 'expired')
    redis.call('HSET', base .. 'session', 'card', '', 'card_expires_at', '0', 'updated_at', now)
    return nil
  end
  return card_id
end

-- What becomes of the pending card; it is pending no more.
local function settle_card(base, card_id, fate)
  redis.call('HSET', base .. 'cards', card_id, fate)
  redis.call('HSET', base .. 'session', 'card', '', 'card_expires_at', '0')
end
