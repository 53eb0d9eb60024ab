-- Sends the requests of a file. Each line has a path, a token (or nothing) and a body (or nothing, for GET), with tabs between them. The
-- arguments are the file, and "once" or "repeatedly". The last line of the output is the counts, in JSON.
local ffi = require 'ffi'
ffi.cdef 'int getpid(void); int kill(int process, int signal);'
local interrupt = 2

local requests, once, received = {}, false, 0
local sent = -1 -- before the run, wrk calls request() once only to parse the result
statuses = {} -- global: `done` runs in another Lua state, which can read only globals

function init(arguments)
  once = arguments[2] == 'once'
  for line in io.lines(arguments[1]) do
    local path, token, body = line:match('^(.-)\t(.-)\t(.*)$')
    local headers = {}
    if token ~= '' then headers['Authorization'] = 'Bearer ' .. token end
    if body ~= '' then headers['Content-Type'] = 'application/json' end
    requests[#requests + 1] = wrk.format(body == '' and 'GET' or 'POST', path, headers, body)
  end
end

function request()
  if once and sent == #requests then return '' end -- this connection stays idle
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function response(status)
  statuses[status] = (statuses[status] or 0) + 1
  received = received + 1
  if once and received == #requests then
    wrk.thread:stop()
    ffi.C.kill(ffi.C.getpid(), interrupt) -- wakes wrk, which would sleep until the end of its duration
  end
end

local thread
function setup(only) thread = only end

function done(summary, latency)
  local counts = {}
  for status, count in pairs(thread:get('statuses')) do
    counts[#counts + 1] = ('"%d":%d'):format(status, count)
  end
  local errors = summary.errors
  print(('{"statuses":{%s},"errors":%d,"seconds":%f,"p50":%f,"p99":%f}'):format(
    table.concat(counts, ','),
    errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3
  ))
end
