import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Java program does with nothing but its own library: HTTP/2 where it is had, and WebSockets. Prints a line for each thing it learns. */
public class LedgerClient {
  private static final String PING =
      "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
  private static final HttpClient client = HttpClient.newHttpClient();
  private static String url;
  private static String token;

  public static void main(String[] args) throws Exception {
    url = args[0];
    token = args[1];
    String party = part("\"party\":\"([^\"]+)\"", post("/v2/parties", "{\"partyIdHint\":\"java\"}"));
    String right = "{\"kind\":{\"CanActAs\":{\"value\":{\"party\":\"" + party + "\"}}}}";
    post("/v2/users/participant_admin/rights",
        "{\"userId\":\"participant_admin\",\"identityProviderId\":\"\",\"rights\":[" + right + "]}");
    String argument = "{\"id\":\"1\",\"initiator\":\"" + party + "\",\"responder\":\"" + party + "\"}";
    String create = "{\"CreateCommand\":{\"templateId\":\"" + PING + "\",\"createArguments\":" + argument + "}}";
    String commands = "{\"commandId\":\"java-1\",\"actAs\":[\"" + party + "\"],\"commands\":[" + create + "]}";
    String made = post("/v2/commands/submit-and-wait-for-transaction", "{\"commands\":" + commands + "}");
    String contractId = part("\"contractId\":\"([0-9a-f]+)\"", made);
    System.out.println("created " + contractId);
    String end = part("\"offset\":(\\d+)", get("/v2/state/ledger-end"));
    String format = "{\"filtersByParty\":{\"" + party + "\":{}},\"verbose\":false}";
    String active = post("/v2/state/active-contracts",
        "{\"activeAtOffset\":" + end + ",\"eventFormat\":" + format + "}");
    System.out.println("active " + part("\"contractId\":\"([0-9a-f]+)\"", active));
    String duplicate = post("/v2/commands/submit-and-wait", commands);
    System.out.println("refused " + part("\"code\":\"(\\w+)\"", duplicate));
    String update = followed("{\"beginExclusive\":0,\"updateFormat\":{\"includeTransactions\":{"
        + "\"eventFormat\":" + format + ",\"transactionShape\":\"TRANSACTION_SHAPE_ACS_DELTA\"}}}");
    System.out.println("followed " + part("\"contractId\":\"([0-9a-f]+)\"", update));
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).header("Authorization", "Bearer " + token);
  }

  private static String get(String path) throws Exception {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private static String post(String path, String body) throws Exception {
    HttpRequest request = request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** The first update that comes over a WebSocket; an answer that is none ends the wait, too. */
  private static String followed(String asked) throws Exception {
    CompletableFuture<String> first = new CompletableFuture<>();
    WebSocket.Listener listener = new WebSocket.Listener() {
      private final StringBuilder frame = new StringBuilder();

      @Override
      public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean isLast) {
        frame.append(data);
        if (isLast) {
          if (frame.indexOf("\"OffsetCheckpoint\"") < 0) first.complete(frame.toString());
          frame.setLength(0);
        }
        socket.request(1);
        return null;
      }

      @Override
      public void onError(WebSocket socket, Throwable error) {
        first.completeExceptionally(error);
      }
    };
    WebSocket socket = client.newWebSocketBuilder()
        .subprotocols("jwt.token." + token, "daml.ws.auth")
        .buildAsync(URI.create(url.replaceFirst("^http", "ws") + "/v2/updates"), listener)
        .get(10, TimeUnit.SECONDS);
    socket.sendText(asked, true).get(10, TimeUnit.SECONDS);
    String frame = first.get(10, TimeUnit.SECONDS);
    socket.abort();
    return frame;
  }

  private static String part(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) throw new IllegalStateException("no " + pattern + " in " + text);
    return matcher.group(1);
  }
}
