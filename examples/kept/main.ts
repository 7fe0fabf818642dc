/**
 * A persistent ledger in a folder: each run continues with the ledger of the previous one.
 *
 *     node --import tsx examples/kept/main.ts my-ledger
 */
import { greetOnceMore } from "./greet.ts";

const greetings = await greetOnceMore(process.argv[2] ?? "my-ledger");
console.log(`Greetings so far: ${greetings}`);
