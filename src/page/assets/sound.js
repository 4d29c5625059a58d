// The sound of a stone: a short knock, made on the spot.

let context = null;

/** A stone is put on the board; several, when some are taken. */
export function knock(isMany = false) {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  try {
    context ??= new Context();
    // Browsers are silent until the first click, and an iPhone after a call. What cannot be woken is replaced at the next stone.
    if (context.state !== "running") wake(context);
    play(0, 1);
    if (isMany) [0.07, 0.12, 0.16].forEach(after => play(after, 0.5));
  } catch { /* No sound is no fault. */ }
}

function wake(asleep) {
  asleep.resume().catch(() => {
    asleep.close().catch(() => { /* It was closed already. */ });
    if (context === asleep) context = null;
  });
}

function play(after, loudness) {
  const now = context.currentTime + after, length = 0.09;
  const noise = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / samples.length * 18);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1500 + Math.random() * 300, Q: 1.2 });
  const body = new OscillatorNode(context, { frequency: 240 + Math.random() * 30 });
  const knock = new GainNode(context, { gain: 0.5 * loudness });
  const hum = new GainNode(context, { gain: 0.18 * loudness });
  hum.gain.setValueAtTime(0.18 * loudness, now);
  hum.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
  source.connect(wood).connect(knock).connect(context.destination);
  body.connect(hum).connect(context.destination);
  source.start(now);
  body.start(now);
  body.stop(now + 0.09);
}
