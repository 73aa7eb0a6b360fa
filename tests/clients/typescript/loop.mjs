// A whole tool loop in each of the SDK's ways. Prints one JSON line; the Python test reads it.
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";

const client = new Anthropic(); // address and key come from the environment
const model = process.env.MODEL;
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const tool = { name: "get_weather", description: "Le temps dans une ville", input_schema: schema };
const question = { role: "user", content: "Quel temps fait-il à Lyon ?" };
const asked = { model, max_tokens: 200, tools: [tool] };

const text = (message) => message.content.find((block) => block.type === "text")?.text;
const results = (message) => ({
  role: "user",
  content: message.content
    .filter((block) => block.type === "tool_use")
    .map((block) => ({ type: "tool_result", tool_use_id: block.id, content: `18 °C à ${block.input.city}` })),
});

async function loop(send) {
  const messages = [question];
  for (;;) {
    const message = await send({ ...asked, messages });
    if (message.stop_reason !== "tool_use") return text(message);
    messages.push({ role: "assistant", content: message.content }, results(message));
  }
}

async function streamed(params) {
  let pieces = "";
  const stream = client.messages.stream(params).on("text", (piece) => (pieces += piece));
  const message = await stream.finalMessage();
  if (message.stop_reason !== "tool_use" && pieces !== text(message)) throw new Error(`pieces: ${pieces}`);
  return message;
}

async function runner() {
  const cities = [];
  const run = (input) => (cities.push(input.city), "18 °C");
  const weather = betaTool({ name: tool.name, description: tool.description, inputSchema: schema, run });
  const message = await client.beta.messages.toolRunner({
    model,
    max_tokens: 200,
    tools: [weather],
    messages: [question],
  });
  return [cities, text(message)];
}

async function refused() {
  try {
    await client.messages.create({ model, max_tokens: 200, messages: [] });
    return "accepted";
  } catch (error) {
    const typed = error instanceof Anthropic.BadRequestError;
    return [typed, error.status, error.type, Boolean(error.requestID)];
  }
}

const ways = {
  create: () => loop((params) => client.messages.create(params)),
  stream: () => loop(streamed),
  runner,
  refused,
};
const said = {};
for (const name of process.argv.slice(2)) said[name] = await ways[name]();
console.log(JSON.stringify(said));
