() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) {
    window.heard.push(this.frequency.value);
    return start.apply(this, given);
  };
  const knock = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...given) {
    window.heard.push(0);
    return knock.apply(this, given);
  };
}