import { createLedger } from "ledger-in-a-box";
import { loadFixture } from "ledger-in-a-box/fixtures";
import { historyPage } from "ledger-in-a-box/history";

import { points, pointsHistory } from "./points.ts";

const ledger = await createLedger({
  packages: [points],
  history: [pointsHistory],
  clock: { freeze: "2025-06-01T09:00:00Z" },
});
await loadFixture(ledger, new URL("shop.yaml", import.meta.url));

for (const record of historyPage(ledger, { page_size: 10 }).transactions) {
  if ("mint" in record) {
    console.log(`${record.date} ${nameOf(record.mint.coin_owner)} gets ${record.mint.coin_amount}`);
  } else if ("transfer" in record) {
    const { sender, receivers } = record.transfer;
    const given = receivers.map(({ party, amount }) => `${amount} to ${nameOf(party)}`);
    const what =
      given.length === 0 ? `redeems ${sender.input_coin_amount}` : `gives ${given.join()}`;
    console.log(`${record.date} ${nameOf(sender.party)} ${what}`);
  }
}

function nameOf(party: string): string {
  return party.split("::")[0] ?? party;
}
