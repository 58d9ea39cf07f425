// npm scripts find the Node that `npm ci` installs first; a script called by hand may get another one.
const NODE = 24;

/** Ends the process with an explanation under a Node that is too old for what comes after. */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE) return;
  console.error(`parley: Node ${NODE} is needed, this is ${process.version} (${process.execPath}).`);
  console.error('        npm start, npm test and the other npm scripts use the one that npm installs in node_modules.');
  process.exit(1);
}
