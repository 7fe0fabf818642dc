/**
 * A wallet on a LocalNet in this process: a tap, a transfer in two steps, a transfer by preapproval, and a
 * clock that advances by a day. Put splice-wallet-0.1.19.dar into a folder and run `LOCALNET_DARS=dars node
 * --import tsx examples/localnet-wallet.ts`.
 */
import { createLocalnet } from "ledger-in-a-box/localnet";

const localnet = await createLocalnet({
  dars: process.env["LOCALNET_DARS"] ?? "dars",
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
});
const { ledger, parties } = localnet;

/** Calls the wallet API of a validator's user; rejects for an error. */
const wallet = async (user: "app-user" | "app-provider", path: string, body?: object) => {
  const port = user === "app-user" ? 2000 : 3000;
  const response = await localnet.fetch(`http://localhost:${port}/api/validator/v0/wallet${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${localnet.token(user)}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new TypeError(text);
  return text === "" ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
};
const balance = async (user: "app-user" | "app-provider"): Promise<unknown> =>
  (await wallet(user, "/balance"))["effective_unlocked_qty"];

await wallet("app-user", "/tap", { amount: "5.0" });
console.log(`tapped: ${String(await balance("app-user"))}`);

const { output } = (await wallet("app-user", "/token-standard/transfers", {
  receiver_party_id: parties.appProvider,
  amount: "100.0",
  description: "lunch",
  expires_at: Number(ledger.clock.now()) + 3_600_000_000,
  tracking_id: "lunch-1",
})) as { readonly output: { readonly transfer_instruction_cid: string } };
console.log(`offered: ${String(await balance("app-user"))} left unlocked`);
const instruction = output.transfer_instruction_cid;
await wallet("app-provider", `/token-standard/transfers/${instruction}/accept`, {});
console.log(`accepted: ${String(await balance("app-provider"))}`);

await wallet("app-provider", "/transfer-preapproval", {});
await wallet("app-user", "/transfer-preapproval/send", {
  receiver_party_id: parties.appProvider,
  amount: "10.0",
  deduplication_id: "coffee-1",
});
console.log(`sent directly: ${String(await balance("app-provider"))}`);

const before = ledger.snapshot();
ledger.clock.advance("24h");
await localnet.settled();
console.log(`a day later: round ${String((await wallet("app-user", "/balance"))["round"])}`);
await ledger.revert(before);
console.log(`back: round ${String((await wallet("app-user", "/balance"))["round"])}`);
await localnet.close();
