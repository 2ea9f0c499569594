/* Packs what was built: beside every file of some size, the same in brotli and in gzip for whoever takes it so. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const LEAST = 600;
const TEXT = /\.(css|html|js|json|svg|txt)$/;

const [, , folder] = process.argv;
for (const name of readdirSync(folder, { recursive: true }).filter((each) => TEXT.test(each))) {
  const path = join(folder, name);
  const plain = readFileSync(path);
  if (plain.length < LEAST) continue;
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }));
}
