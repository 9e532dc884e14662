// Loaded ahead of the command: each SIGUSR2 moves the clock that this process waits by five minutes ahead. Nothing
// else changes.
const now = performance.now.bind(performance);
let ahead = 0;
performance.now = () => now() + ahead;
process.on('SIGUSR2', () => (ahead += 301_000));
