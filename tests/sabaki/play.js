// Plays against Tengen with the code by which Sabaki talks to engines: see README.md.

const assert = require('assert')
const path = require('path')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const program = process.argv[2] || path.join(__dirname, '../../target/release/tengen')
const MOVES = 10
const INTERVAL = 20 // centiseconds

const vertex = /^([A-HJ-Z]([1-9]|1\d|2[0-5])|pass)$/
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

// Sabaki's reading of one line of an analysis: every number is a whole one for `lz-`, and none is for `kata-`.
function readInfo(line, isKata) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map(info => {
      const [, numbers, variation] = info.trim().match(/^(.*?) pv((?: \S+)+)$/)
      const value = Object.fromEntries(numbers.match(/\S+ \S+/g).map(pair => pair.split(' ')))
      const moves = variation.trim().split(' ')
      assert(moves.every(move => vertex.test(move)), info)
      assert.strictEqual(moves[0], value.move)
      assert(Number(value.visits) > 0, info)
      assert.match(value.winrate, isKata ? /^[01]\.\d+$/ : /^\d{1,5}$/)
      assert.strictEqual(/^-?\d+\.\d+$/.test(value.scoreLead || ''), isKata)
      return value
    })
}

async function analyze(engine, name) {
  const lines = []
  const answer = engine.sendCommand({name, args: ['B', String(INTERVAL)]}, ({line}) => {
    if (line.startsWith('info ')) lines.push(line)
  })
  await pause(1500)
  const begun = Date.now()
  // So Sabaki ends an analysis.
  await Promise.all([answer, engine.sendCommand({name: 'protocol_version'})])
  const infos = lines.map(line => readInfo(line, name.startsWith('kata')))
  assert(infos.length > 1 && infos.every(info => info.length > 0), `${name}: ${lines}`)
  const best = infos[infos.length - 1][0]
  console.log(`${name}: ${lines.length} lines, best ${best.move} with ${best.visits} visits, ended in ${Date.now() - begun} ms`)
}

async function main() {
  const engine = new Controller(program, ['--time', '0.2', '--threads', '1'])
  const said = []
  engine.on('stderr', ({content}) => said.push(content))
  const tracker = new ControllerStateTracker(engine)
  engine.start()

  // Everything at once.
  const names = ['name', 'version', 'protocol_version', 'list_commands']
  const replies = await Promise.all(names.map(name => engine.sendCommand({name})))
  assert(replies.every(({error}) => !error))
  assert.strictEqual(replies[0].content, 'Tengen')
  const commands = replies[3].content.split('\n')
  assert(commands.includes('genmove') && !commands.includes('analyze'))
  assert(commands.every(name => name === name.trim()))

  // A game: Sabaki brings the engine to its own position before each move.
  const history = []
  const state = {komi: 6.5, boardsize: [9, 9], history}
  for (let number = 0; number < MOVES; number++) {
    const color = 'BW'[number % 2]
    const synced = tracker.sync({...state, history: [...history]})
    const reply = await Promise.all([synced, tracker.queueCommand({name: 'genmove', args: [color]})])
    assert.match(reply[1].content, vertex)
    history.push({name: 'play', args: [color, reply[1].content]})
  }
  console.log(`${MOVES} moves: ${history.map(({args}) => args[1]).join(' ')}`)

  // The moves without waiting for a reply; then back by one.
  history.length -= 1
  await tracker.sync({...state, history})
  const pipelined = ['clear_board', 'komi 0.5', 'rectangular_boardsize 9 7', 'set_free_handicap C3 G5', 'play W E4']
    .map(line => line.split(' '))
    .map(([name, ...args]) => engine.sendCommand({name, args}))
  assert((await Promise.all(pipelined)).every(({error}) => !error))

  for (const name of ['lz-analyze', 'kata-analyze']) {
    if (commands.includes(name)) await analyze(engine, name)
  }
  for (const name of ['lz-genmove_analyze', 'kata-genmove_analyze']) {
    if (!commands.includes(name)) continue
    const lines = []
    await engine.sendCommand({name, args: ['B', String(INTERVAL / 4)]}, ({line}) => lines.push(line))
    const played = lines.map(line => line.match(/^play (\S+)$/)).filter(Boolean)
    assert(played.length === 1 && vertex.test(played[0][1]), `${name}: ${lines}`)
    console.log(`${name}: ${played[0][0]}`)
  }

  await engine.stop()
  assert.deepStrictEqual(said, ['GTP ready, beginning main protocol loop'], 'standard error is for faults')
  console.log('all is well')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
