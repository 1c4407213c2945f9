"""The webhooks in the contract: the calls that merchants' servers get."""

from retaguarda.foundation.contract import Hook
from retaguarda.foundation.request import Parameter
from retaguarda.webhooks.event_catalogue import BY_EVENT, TEST, TYPES
from retaguarda.webhooks.examples import example
from retaguarda.webhooks.payloads import EndpointTold, Message

_HEADERS = (
    Parameter("Retaguarda-Event-Id", {"type": "string", "format": "uuid"}, "the same at every try", "header", True),
    Parameter("Retaguarda-Signature", {"type": "string"}, "t=<Unix seconds>,v1=<HMAC-SHA-256, hex>", "header", True),
)


def merchant_webhooks() -> list[Hook]:
    """List the calls to merchants' servers, one for each kind of event."""
    bodies = {each.thing.object: Message[each.thing.shape] for each in BY_EVENT.values()}
    kinds = [Hook(kind, f"{kind} happened", bodies[kind.partition(".")[0]], example(kind), _HEADERS) for kind in TYPES]
    return [*kinds, Hook(TEST, "Somebody tries the endpoint", Message[EndpointTold], example(TEST), _HEADERS)]
