// Loaded before a script. It is plain JavaScript, because an older Node cannot read TypeScript and would print an
// unclear error. npm installs Node 24 on Linux and Windows; on a Mac the system's own Node is used.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Baize needs Node 24 or newer, and this is ${process.versions.node} (${process.execPath}).\n` +
      'On Linux and Windows "npm ci" installs it: run the scripts through npm (npm start, npm test).\n' +
      'On a Mac install it from https://nodejs.org, or with "brew install node@24".',
  )
  process.exit(1)
}
