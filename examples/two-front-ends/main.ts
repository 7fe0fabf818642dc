/**
 * One of several front ends that share a ledger in PostgreSQL. Run two of them:
 *
 *     DATABASE_URL=postgres://postgres@127.0.0.1/postgres PORT=3001 node --import tsx examples/two-front-ends/main.ts
 *     DATABASE_URL=postgres://postgres@127.0.0.1/postgres PORT=3002 node --import tsx examples/two-front-ends/main.ts
 */
import { openFrontEnd } from "./front-end.ts";

const { app } = await openFrontEnd(
  process.env["DATABASE_URL"] ?? "postgres://postgres@127.0.0.1/postgres",
);
const port = Number(process.env["PORT"] ?? 3001);
app.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
