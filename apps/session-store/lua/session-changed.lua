-- Fragment: what a session shows to clients is another now, or will be when the script ends. Feeds are told, once per script:
-- whoever hears it reads the session as the script has left it. Each change is later than the one before, also within one ms.
-- at  see active-run; at.told is set here
local function session_changed(at)
  if at.told then
    return
  end
  at.told = true
  local session = at.base .. 'session'
  local found = redis.call('HMGET', session, 'updated_at', 'user_id')
  local updated_at = math.max(tonumber(at.now), tonumber(found[1] or 0) + 1)
  redis.call('HSET', session, 'updated_at', string.format('%.0f', updated_at))
  local thread_id = string.match(at.base, '{(.*)}')
  redis.call('PUBLISH', 'parley:feed:' .. string.match(thread_id, '^(.*):'),
    '{"type":"session","thread_id":"' .. thread_id .. '","user_id":' .. cjson.encode(found[2] or '') .. '}')
end
