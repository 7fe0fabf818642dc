/**
 * A ledger in a folder, which is there again tomorrow: each run goes on where the one before ended.
 *
 *   node --import tsx examples/kept/main.ts my-ledger
 */
import { greetOnceMore } from "./greet.ts";

const greetings = await greetOnceMore(process.argv[2] ?? "my-ledger");
console.log(`Greetings so far: ${greetings}`);
