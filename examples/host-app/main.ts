import { createApp } from "./app.ts";

const app = await createApp(process.env["LEDGER_SECRET"] ?? "a secret for development");
app.listen(3000, "127.0.0.1", (error) => {
  if (error) throw error;
  console.log("http://127.0.0.1:3000");
});
