-- Stores a checkpoint, and forgets those of its namespace that are older than the `keep` latest.
--
-- KEYS  bodies, index, session
-- ARGV  fence ('' = not fenced), ns, id, parent ('' = none), keep (0 = all), ttl in s (0 = none), head, parents (JSON: namespace → id),
--       how many channels changed, then channel and value of each, then the names of the channels taken over from the parent
-- Returns 'ok'
--         'fenced'       nothing is written: another turn or attempt owns the thread
--         'parent_gone'  nothing is written: the parent doesn't hold what is to be taken over (another run's put made
--                        it obsolete, it lapsed, a fail-over lost it); call again with every channel as changed
-- A repeated call (a resent command) finds its parent gone or writes the same again.

-- @include prelude
local INLINE_BYTES = 128
local fence, ns, id, parent, keep, ttl_s, head, parents = unpack(ARGV, 1, 8)
local first_changed = 10
local first_carried = first_changed + 2 * tonumber(ARGV[9])

if not owns(fence) then return 'fenced' end

local refs = {}
if parent ~= '' and #ARGV >= first_carried then
  local body = body_of(ns, parent)
  for i = first_carried, #ARGV do
    local ref = body and body.refs[ARGV[i]]
    if not ref then return 'parent_gone' end
    refs[ARGV[i]] = ref
  end
end
for i = first_changed, first_carried - 1, 2 do
  local channel, value = ARGV[i], ARGV[i + 1]
  if #value <= INLINE_BYTES then
    refs[channel] = '=' .. value
  else
    refs[channel] = '@' .. id
    call('HSET', bodies, blob_of(ns, channel, refs[channel]), value)
  end
end

local known = body_of(ns, id)
local seq = known and known.seq or string.format('%016d', call('HINCRBY', bodies, 'seq', 1))
call('HSET', bodies, path('c', ns, id), cmsgpack.pack({ seq = seq, parent = parent, head = head, parents = parents, refs = refs }))
call('ZADD', index, 0, path('c', ns, seq, id))

-- `kept`: the fields of values that a remaining checkpoint still refers to.
local function forget_values(its_ns, its_refs, kept)
  for channel, ref in pairs(its_refs) do
    local blob = blob_of(its_ns, channel, ref)
    if blob and not kept[blob] then call('HDEL', bodies, blob) end
  end
end

local function forget(member, kept)
  local its_ns, its_id = parse(member)
  forget_values(its_ns, body_of(its_ns, its_id).refs, kept)
  remove_writes(below(path('w', its_ns, its_id)))
  call('HDEL', bodies, path('c', its_ns, its_id))
  call('ZREM', index, member)
end

-- A sub-graph's namespace names the task that ran it (`node:task`); once the checkpoint of that task is forgotten,
-- nothing can enter it again. Namespaces without a task belong to sub-graphs that remember.
local function forget_children(forgotten)
  local from = ns == '' and path('c', AFTER_US) or path('c', ns .. '|')
  local to = ns == '' and 'c' .. AFTER_US or path('c', ns .. '}')
  for _, member in ipairs(call('ZRANGEBYLEX', index, '[' .. from, '(' .. to)) do
    local child_ns, child_id = parse(member)
    if string.find(child_ns, ':', #ns + 1, true) then
      local above = cjson.decode(body_of(child_ns, child_id).parents)[ns]
      if above and forgotten[above] then forget(member, {}) end
    end
  end
end

if tonumber(keep) > 0 then
  local obsolete = latest(ns, keep, -1)
  if #obsolete > 0 or known then
    local kept, forgotten = {}, {}
    for _, member in ipairs(latest(ns, 0, keep)) do
      local _, kept_id = parse(member)
      for channel, ref in pairs(body_of(ns, kept_id).refs) do
        local blob = blob_of(ns, channel, ref)
        if blob then kept[blob] = true end
      end
    end
    if known then forget_values(ns, known.refs, kept) end
    for _, member in ipairs(obsolete) do
      local _, old_id = parse(member)
      forgotten[old_id] = true
      forget(member, kept)
    end
    forget_children(forgotten)
  end
end

refresh(ttl_s)
return 'ok'
