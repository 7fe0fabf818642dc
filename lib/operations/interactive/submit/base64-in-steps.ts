import { encodeBase64 } from "../../../base/values/base64.ts";
import { stepsOfBytes } from "../wire/steps-of-bytes.ts";

/** So many at once, some milliseconds: whole groups of three, so that the pieces go one behind the other. */
const bytesAtOnce = 3 * 2 ** 15;

/** The bytes in base64, in pieces; tells how many steps each took. */
export function* encodingBase64(bytes: Uint8Array): Generator<number, string> {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    const piece = bytes.subarray(at, at + bytesAtOnce);
    pieces.push(encodeBase64(piece));
    yield stepsOfBytes(piece.length);
  }
  return pieces.join("");
}
