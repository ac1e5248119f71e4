import json
import random

GATEWAYS = ["atlas", "birch", "cobalt"]


class PaymentRetryEnv(ToolUseBaseEnv):
    """A payment fails at the first gateways; read the refusal, mend its cause, and charge again."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"

        self._invoice = f"INV-{rng.randint(10000, 99999)}"
        self._amount = rng.randint(45, 480)
        self._currency = rng.choice(["EUR", "NOK", "PLN"])
        self._note = f"ref{rng.randint(1000, 9999)}"
        order = rng.sample(GATEWAYS, 3)
        # One gateway is down, one lacks the currency, one works once the token has been renewed.
        self._down, self._foreign, self._works = order
        self._state = {
            "invoice": {"id": self._invoice, "amount": self._amount, "currency": self._currency, "status": "open"},
            "attempts": [],
            "token": "expired",
            "charge": None,
            "receipt": None,
        }
        down, works, note = self._down, self._works, self._note
        self._user_messages = [
            f"Charge invoice {self._invoice}. Try gateway '{down}' first and tell me what it says.",
            "Then find a gateway that can take this currency and get the charge through; renew the token if need be.",
            f"Good. Issue the receipt with the reference {note}.",
        ]
        self._message_criteria = [
            lambda s: any(a["gateway"] == down for a in s["attempts"]),
            lambda s: s["charge"] is not None and s["charge"]["gateway"] == works,
            lambda s: s["receipt"] == note,
        ]
        gateway = {"type": "string", "enum": GATEWAYS}
        self._tools = {
            "charge_invoice": {
                "description": "Attempt to charge the invoice through a gateway. A refusal is logged as an attempt.",
                "parameters": {
                    "type": "object",
                    "properties": {"invoice_id": {"type": "string"}, "gateway": gateway},
                    "required": ["invoice_id", "gateway"],
                },
            },
            "gateway_status": {
                "description": "Status and currencies of a gateway.",
                "parameters": {"type": "object", "properties": {"gateway": gateway}, "required": ["gateway"]},
            },
            "renew_token": {
                "description": "Renew the access token; only needed after a gateway has refused it.",
                "parameters": {"type": "object", "properties": {"gateway": gateway}, "required": ["gateway"]},
            },
            "issue_receipt": {
                "description": "Issue the receipt of a completed charge.",
                "parameters": {"type": "object", "properties": {"reference": {"type": "string"}}, "required": ["reference"]},
            },
            "refund_policy": {
                "description": "Text of the refund policy.",
                "parameters": {"type": "object", "properties": {}, "required": []},
            },
        }
        return (
            self._user_messages[0]
            + '\n\nEvery turn is one <tool_call>{"name": "tool", "arguments": {}}</tool_call> or <answer>done</answer> at the end.'
        ), {}

    def _advance_if_done(self):
        if self._current_msg < len(self._message_criteria):
            if self._message_criteria[self._current_msg](self._state):
                self._current_msg += 1
                if self._current_msg < len(self._user_messages):
                    return (
                        f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] "
                        f"{self._user_messages[self._current_msg]}"
                    )
                return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def _refuse(self, gateway, reason):
        """A refusal by the bank is a result, not an error of the call: it leaves a trace."""
        attempt = {"gateway": gateway, "result": reason}
        if attempt not in self._state["attempts"]:
            self._state["attempts"].append(attempt)
        return f"Refused by {gateway}: {reason}" + self._advance_if_done()

    def tool_charge_invoice(self, invoice_id, gateway):
        if gateway not in GATEWAYS:
            return f"Error: unknown gateway; there are {', '.join(GATEWAYS)}."
        if invoice_id != self._state["invoice"]["id"]:
            return "Error: unknown invoice."
        if self._state["charge"] is not None:
            return "Error: the invoice has been paid."
        if gateway == self._down:
            return self._refuse(gateway, "503 service down for maintenance")
        if gateway == self._foreign:
            return self._refuse(gateway, f"422 currency {self._currency} not supported")
        if self._state["token"] == "expired" or not any(a["gateway"] == self._down for a in self._state["attempts"]):
            return self._refuse(gateway, "401 access token expired")
        self._state["charge"] = {"gateway": gateway, "amount": self._amount}
        self._state["invoice"]["status"] = "paid"
        return f"Charged {self._amount} {self._currency} through {gateway}." + self._advance_if_done()

    def tool_gateway_status(self, gateway):
        if gateway not in GATEWAYS:
            return f"Error: unknown gateway; there are {', '.join(GATEWAYS)}."
        currencies = ["CHF", "GBP"] if gateway == self._foreign else ["CHF", "EUR", "GBP", "NOK", "PLN"]
        status = "down" if gateway == self._down else "up"
        return json.dumps({"gateway": gateway, "status": status, "currencies": currencies}) + self._advance_if_done()

    def tool_renew_token(self, gateway):
        if gateway not in GATEWAYS:
            return f"Error: unknown gateway; there are {', '.join(GATEWAYS)}."
        if not any(a["gateway"] == gateway and a["result"].startswith("401") for a in self._state["attempts"]):
            return "Error: this gateway has not refused the token."
        self._state["token"] = "fresh"
        return "The token is fresh." + self._advance_if_done()

    def tool_issue_receipt(self, reference):
        if self._state["charge"] is None:
            return "Error: nothing has been charged."
        if not isinstance(reference, str) or not (3 <= len(reference) <= 20) or not reference.isalnum():
            return "Error: a reference has 3 to 20 letters and digits."
        self._state["receipt"] = reference
        return f"Receipt {reference} issued for {self._invoice}." + self._advance_if_done()

    def tool_refund_policy(self):
        return "Refunds are made within 14 days through the gateway that was charged." + self._advance_if_done()

    def solution(self):
        calls = [
            {"name": "charge_invoice", "arguments": {"invoice_id": self._invoice, "gateway": self._down}},
            {"name": "charge_invoice", "arguments": {"invoice_id": self._invoice, "gateway": self._works}},
            {"name": "renew_token", "arguments": {"gateway": self._works}},
            {"name": "charge_invoice", "arguments": {"invoice_id": self._invoice, "gateway": self._works}},
            {"name": "issue_receipt", "arguments": {"reference": self._note}},
        ]
        lines = [f"<tool_call>{json.dumps(c)}</tool_call>" for c in calls]
        return "\n".join(lines + ["<answer>done</answer>"])
