// Loaded before a script, and plain JavaScript on purpose: an older Node cannot read TypeScript, and would say so in its
// own words only. npm brings Node 24 itself on Linux and Windows; on a Mac the system's own must serve.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Baize needs Node 24 or newer, and this is ${process.versions.node} (${process.execPath}).\n` +
      'On Linux and Windows "npm ci" brings it along: run the scripts through npm (npm start, npm test).\n' +
      'On a Mac install it from https://nodejs.org, or with "brew install node@24".',
  )
  process.exit(1)
}
