const element = (id) => document.getElementById(id);
const reais = (amount) => Number(amount).toLocaleString("en", { minimumFractionDigits: 2 });
const clock = (moment) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

function show(id, text) {
  element(id).hidden = !text;
  element(id).textContent = text ?? "";
}

async function call(path, body) {
  const options = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, options);
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.violacoes?.[0]?.razao ?? content.detail ?? content.title);
  return content;
}

/** Runs a step and shows what went wrong, if anything did. */
async function attempt(step) {
  show("trouble", "");
  show("done", "");
  try {
    await step();
  } catch (error) {
    show("trouble", error.message);
  }
}

async function read() {
  element("pay").hidden = element("contest").hidden = true;
  const asked = await call("/sandbox/read", { code: element("code").value });
  element("shown").textContent = asked.amount ? reais(asked.amount) : "any amount";
  element("receiver").textContent = asked.receiver;
  element("key").textContent = asked.key;
  element("message").textContent = asked.message;
  element("message").hidden = element("message-label").hidden = !asked.message;
  element("amount").value = asked.amount ?? "";
  element("payer").value = asked.debtor?.name ?? "";
  element("document").value = asked.debtor?.document ?? "";
  show("refusal", asked.refusal && `${asked.refusal} Paying anyway breaks the rules, and is allowed here.`);
  element("submit").textContent = asked.refusal ? "Pay anyway" : "Pay";
  element("pay").hidden = false;
}

async function pay() {
  const name = element("payer").value.trim();
  const paid = await call("/sandbox/pay", {
    code: element("code").value,
    amount: element("amount").value,
    payer: name ? { name, document: element("document").value } : null,
    force: !element("refusal").hidden,
  });
  element("pay").hidden = true;
  element("code").value = "";
  show("done", `Paid R$ ${reais(paid.pix[0].valor)}. ${paid.pix[0].endToEndId}`);
  element("contest").dataset.pix = paid.pix[0].endToEndId;
  element("contest").hidden = false;
  await list();
}

/** The payer's bank reports the payment; the receiver hears of it when it asks DICT, each minute. */
async function contest() {
  const form = element("contest");
  await call("/sandbox/med/reports", { endToEndId: form.dataset.pix, details: element("details").value });
  form.hidden = true;
  show("done", `Reported. ${form.dataset.pix}`);
}

async function list() {
  const charges = await call("/sandbox/charges");
  element("none").hidden = charges.length > 0;
  element("waiting").replaceChildren(
    ...charges.map((charge) => {
      const button = document.createElement("button");
      const part = (tag, text) => button.append(Object.assign(document.createElement(tag), { textContent: text }));
      part("span", charge.devedor?.nome ?? charge.chave);
      part("b", `R$ ${reais(charge.valor.original)}`);
      part("small", charge.solicitacaoPagador ?? charge.txid.slice(0, 8));
      part("small", clock(charge.calendario.criacao));
      button.type = "button";
      button.addEventListener("click", () => {
        element("code").value = charge.pixCopiaECola;
        attempt(read);
      });
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
}

for (const [id, step] of [["read", read], ["pay", pay], ["contest", contest]]) {
  element(id).addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(step);
  });
}
attempt(list);
