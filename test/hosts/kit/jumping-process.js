// Loaded ahead of the command: at each SIGUSR2 five minutes have passed by the clock that this process waits by, and
// nothing else has happened.
const now = performance.now.bind(performance);
let ahead = 0;
performance.now = () => now() + ahead;
process.on('SIGUSR2', () => (ahead += 301_000));
