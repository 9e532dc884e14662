// Loaded ahead of the command: this process alone can't reach the port that PAYBATCH_TEST_NO_WAY_TO names.
import net from 'node:net';

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  // Called by `net.connect` with an array, or directly.
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (String(options.port) === process.env.PAYBATCH_TEST_NO_WAY_TO) options.port = 1;
  return connect.apply(this, args);
};
