// The sounds of stones and of a clock that runs out, made on the spot.

let context = null;

/** A stone is put on the board; several, when some are taken. */
export function knock(isMany = false) {
  sound(() => {
    play(0, 1);
    if (isMany) [0.07, 0.12, 0.16].forEach(after => play(after, 0.5));
  });
}

/** One of the last seconds passes. */
export function tick() {
  // While the context sleeps its time stands still: all ticks would sound at once when it wakes.
  sound(() => { if (context.state === "running") tone(1200, context.currentTime, 0.05, 0.15); });
}

function sound(make) {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  try {
    context ??= new Context();
    // Browsers are silent until the first click, and an iPhone after a call. What cannot be woken is replaced at the next sound.
    if (context.state !== "running") wake(context);
    make();
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
  const knock = new GainNode(context, { gain: 0.5 * loudness });
  source.connect(wood).connect(knock).connect(context.destination);
  source.start(now);
  tone(240 + Math.random() * 30, now, length, 0.18 * loudness);
}

/** A tone that fades away within `length` seconds. */
function tone(frequency, now, length, loudness) {
  const wave = new OscillatorNode(context, { frequency }), fading = new GainNode(context);
  fading.gain.setValueAtTime(loudness, now);
  fading.gain.exponentialRampToValueAtTime(0.001, now + length);
  wave.connect(fading).connect(context.destination);
  wave.start(now);
  wave.stop(now + length);
}
