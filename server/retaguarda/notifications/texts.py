"""The texts of notifications in both languages. Data is inserted when a notification is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from retaguarda.foundation.local_day import BRASILIA, format_day, format_time
from retaguarda.foundation.money import BRL, format_money
from retaguarda.lists.exports.words import key_of, values

Language = Literal["pt", "en"]


@dataclass(frozen=True, slots=True)
class Words:
    """``name``: the kind's label among the preferences."""

    name: str
    title: str
    message: str


@dataclass(frozen=True, slots=True)
class TestWords:
    title: str
    message: str


#: Text of a test call to a webhook address.
TEST: dict[Language, TestWords] = {
    "en": TestWords("A test", "Your notifications arrive here."),
    "pt": TestWords("Um teste", "Suas notificações chegam aqui."),
}

WORDS: dict[Language, dict[str, Words]] = {
    "en": {
        "payin_review": Words(
            "A payment needs a decision",
            "{received} needs a decision",
            "{received} from {party} arrived and is under review: {reason}. Accept it or refund it.",
        ),
        "payin_refund_failed": Words(
            "A refund failed",
            "A refund of {amount} failed",
            "The provider did not complete the refund of {amount} to {party}. The money is available again.",
        ),
        "payin_charge_failed": Words(
            "A charge failed",
            "A charge of {amount} failed",
            "The provider refused the charge of {amount} to {party}. Open it to see why.",
        ),
        "payin_batch_done": Words(
            "A batch is finished",
            "A batch is finished",
            "{name}. Charges: {lines}. Refused by the provider: {denied}.",
        ),
        "payin_batch_failed": Words(
            "A batch was refused",
            "A batch was refused",
            "{name}: the provider took none of its charges ({lines}). Open it to see why.",
        ),
        "payin_med_opened": Words(
            "A payment is disputed",
            "{amount} is disputed",
            "The bank of {party} asks for {amount} back (MED), and {blocked} is blocked. Response due by {due_at}: no answer counts as accepted.",
        ),
        "payin_med_moved": Words(
            "Dispute updated",
            "Dispute updated",
            "The dispute about {amount} from {party} is now: {outcome}. Open it to see what happens with the money.",
        ),
        "payin_med_overdue": Words(
            "A dispute is overdue",
            "A dispute about {amount} is overdue",
            "The time for the dispute about {amount} from {party} is over, and DICT waits for an answer.",
        ),
        "payouts_payout_failed": Words(
            "A withdrawal failed",
            "A withdrawal of {amount} failed",
            "{amount} did not reach {party} and is available again. See why.",
        ),
        "payouts_payout_returned": Words(
            "A withdrawal was returned",
            "A withdrawal was {outcome}: {amount}",
            "{amount} sent to {party} came back from the receiving bank and is available again.",
        ),
        "payouts_payout_blocked": Words(
            "A withdrawal is on hold",
            "A withdrawal of {amount} is on hold",
            "{amount} to {party} cannot be sent at the moment. See why.",
        ),
        "payout_uncertain": Words(
            "A bank has not answered for five minutes",
            "Payments are uncertain",
            "No answer from the bank for five minutes. Payments: {payments}. We keep asking; do not pay them again.",
        ),
        "payout_hold_ending": Words(
            "The time of a hold runs out",
            "A hold ends within 10 minutes",
            "Payments on hold: {payments}. Decide before the clock does it by the settings.",
        ),
        "payout_limit_near": Words(
            "A limit is 80% used",
            "{limit}: {percent}% used today",
            "{limit}: {percent}% used today. What is above the limit is refused.",
        ),
        "payout_suspect_hit": Words(
            "A payment goes to a suspect",
            "A payment goes to a suspect",
            "It is on hold and nothing was sent. Look at the evidence and decide.",
        ),
        "payout_case_opened": Words(
            "A case was opened",
            "A case was opened",
            "The bank did what no payment explains. Two people settle it.",
        ),
        "payout_returns_many": Words(
            "Many payments come back",
            "Many payments came back within a day",
            "Returns in 24 hours: {returns}, over three times as many as usual. Check whom you pay.",
        ),
        "payout_success_fell": Words(
            "A processor refuses more than usual",
            "Only {percent}% of payments succeed",
            "In the last hour {percent}% of this processor's payments succeeded, usually {usual}%. Drain it, or ask the bank.",
        ),
        "payout_remittance_late": Words(
            "A payment file has no answer",
            "File {number} has no answer",
            "The bank was to pay by file {number} and has not answered. Ask for its return file.",
        ),
        "payout_float_short": Words(
            "The money at the bank is short",
            "The bank holds less than what leaves",
            "The accounts at the bank hold less than what leaves now. Fund them before payments are refused.",
        ),
        "payout_failed": Words(
            "A payment failed",
            "A payment of {amount} failed",
            "{amount} did not reach {party} and is available again. See why.",
        ),
        "payout_returned": Words(
            "A payment was returned",
            "A payment was {outcome}: {amount}",
            "{amount} sent to {party} came back from the receiving bank and is available again.",
        ),
        "payout_on_hold": Words(
            "A payment is on hold",
            "A payment of {amount} is on hold",
            "{amount} to {party} needs a decision before its time runs out. See why.",
        ),
        "payout_look_ups": Words(
            "Somebody looks up Pix keys without paying",
            "{actor} looks up Pix keys without paying",
            "Within a day {actor} looked up many keys that nothing was paid to. Further look-ups are refused for now.",
        ),
        "payout_queued": Words(
            "A payment is queued",
            "A payment of {amount} is queued",
            "{amount} to {party} is sent as soon as it can be. See what it waits for.",
        ),
        "payout_blocked": Words(
            "A payment is blocked",
            "A payment of {amount} is blocked",
            "{amount} to {party} cannot be sent at the moment. See why.",
        ),
        "account_company_blocked": Words(
            "Your company was blocked",
            "Your company was blocked",
            "Open it to see what is blocked. Reason given: {reason}",
        ),
        "account_company_unblocked": Words(
            "Your company is no longer blocked",
            "Your company is no longer blocked",
            "It can create charges and withdraw again. Reason given: {reason}",
        ),
        "account_bank_account_changed": Words(
            "A bank account was added or changed",
            "A bank account was added or changed",
            "{actor} added or changed {nickname}, where money is paid out to. If none of you did, disable it and write to us.",
        ),
        "account_bank_account_verified": Words(
            "A bank account is verified",
            "A bank account is verified",
            "You can withdraw to {nickname} once its cooling-off period is over.",
        ),
        "account_bank_account_rejected": Words(
            "A bank account was rejected",
            "A bank account was rejected",
            "The bank did not confirm {nickname}. See why.",
        ),
        "account_deposit_unidentified": Words(
            "A deposit is nobody's yet",
            "A deposit of {amount} is unidentified",
            "{amount} from {party} arrived without saying which merchant it is for. Assign it, or send it back.",
        ),
        "account_deposit_credited": Words(
            "A deposit arrived",
            "A deposit of {amount} was credited",
            "{amount} from {party} is in the account and available.",
        ),
        "account_schedule_failed": Words(
            "A scheduled withdrawal did not happen",
            "A scheduled withdrawal was not made",
            "{schedule}: the withdrawal of {amount} to {party} was refused or came too late. Open it to see why.",
        ),
        "payout_owner_expiring": Words(
            "An account owner comes to its end",
            "An account owner comes to its end",
            "{name}: {days} days left. Write the next version, or no file can be sealed on its account.",
        ),
        "compliance_selection_term": Words(
            "The term of a PLD alert is running out",
            "{name}: {mark}% of its term is used",
            "It is to be decided, or carried into a case, by {due_on}.",
        ),
        "compliance_analysis_term": Words(
            "The term of a PLD case is running out",
            "Case {name}: {mark}% of its term is used",
            "Its analysis is to be decided by {due_on}.",
        ),
        "compliance_communication_term": Words(
            "The term of a communication to COAF is running out",
            "Case {name}: {mark}% of the term for COAF is used",
            "COAF is to be told by {due_on}.",
        ),
        "kyc_asked": Words(
            "A KYC request needs documents",
            "KYC request {number} needs documents",
            "Documents are missing or were asked for again. Open it, send them, and submit it again.",
        ),
        "kyc_message": Words(
            "A message about a KYC request",
            "A message about KYC request {number}",
            "We wrote to you about it. Open it to read the message.",
        ),
        "kyc_approved": Words(
            "A KYC request was approved", "KYC request {number} was approved", "Open it to see until when it holds."
        ),
        "kyc_rejected": Words(
            "A KYC request was rejected",
            "KYC request {number} was rejected",
            "Open it to see why. A new request can be started from it.",
        ),
        "kyc_renewal": Words(
            "A KYC approval is to be renewed",
            "A KYC approval expires on {due_on}",
            "Request {number} renews it. Send its documents before that day.",
        ),
        "kyc_expired": Words(
            "A KYC approval expired",
            "KYC approval {number} expired",
            "Until it is renewed, payouts or charges may be stopped. Open it to see the renewal.",
        ),
        "lists_export_finished": Words(
            "An export is ready", "Your export is ready", "The file with {rows} rows can be downloaded."
        ),
        "lists_bulk_finished": Words(
            "A bulk action came to its end",
            "Your bulk action has come to its end",
            "Done for {done} of {total}. Open it to see the result of each.",
        ),
        "lists_export_failed": Words(
            "An export failed", "Your export failed", "The file could not be prepared. Open your exports to see why."
        ),
        "approvals_waiting": Words(
            "Something waits for your approval",
            "{request} needs your approval",
            "{request}{about}, requested by {maker}. Review what will happen, and decide.",
        ),
        "approvals_done": Words(
            "What you asked for was approved",
            "What you asked for was approved",
            "{request}{about}: {actor} gave the last approval, and it was done.",
        ),
        "approvals_not_done": Words(
            "What you asked for was not done",
            "What you asked for was not done",
            "{request}{about}: {outcome}.",
        ),
        "approvals_asked_again": Words(
            "An approval is asked for again",
            "An approval is asked for again",
            "{request}{about}: what would happen has changed since it was approved. Nothing was done, and the earlier approvals are void.",
        ),
        "approvals_edited": Words(
            "A request that waits for approval was changed",
            "A request that waits for you was changed",
            "{request}{about}: {maker} changed it. Earlier approvals are void: review the new plan, and decide.",
        ),
        "approvals_delegated": Words(
            "Somebody hands you a decision",
            "{actor} delegated a decision to you",
            "{request}{about}: your approval is needed instead of theirs. Review what will happen, and decide.",
        ),
        "approvals_emergency": Words(
            "Something was done in an emergency",
            "Something was done in an emergency",
            "{request}{about}: {actor} used the emergency override, and gave a reason. Open it to see.",
        ),
        "security_session_reused": Words(
            "One of your sessions was ended",
            "We ended one of your sessions",
            "An old token of it was used a second time. Sign in again, and look at your sessions.",
        ),
        "security_password_changed": Words(
            "Your password was changed",
            "Your password was changed",
            "Your other sessions were ended. If it was not you, tell your administrator at once.",
        ),
        "security_second_factor_changed": Words(
            "Your second factor was changed",
            "Your second factor was changed",
            "A second factor was added, replaced or removed, or its recovery codes were made anew.",
        ),
        "security_recovery_code_used": Words(
            "A recovery code was used",
            "A recovery code was used",
            "Somebody signed in with one of your recovery codes.",
        ),
        "access_roles_changed": Words(
            "Your roles were changed", "Your roles were changed", "{actor} changed what you may do here."
        ),
        "access_joined": Words(
            "Somebody accepted an invitation", "Somebody accepted an invitation", "{actor} has joined."
        ),
        "tools_task_down": Words(
            "A scheduled task failed",
            "A scheduled task failed",
            "{task} failed or did not run in time. Open it to see why.",
        ),
        "tools_worker_stalled": Words(
            "A worker was lost",
            "A worker was lost",
            "It stopped responding. Its unfinished jobs ({jobs}) run again.",
        ),
        "tools_worker_gone": Words(
            "No worker is left",
            "No worker is left",
            "Payments, withdrawals and mails wait until one is started again. Jobs waiting: {jobs}.",
        ),
        "tools_ombudsman_due": Words(
            "An ombudsman ticket is due",
            "An ombudsman ticket is due",
            "Ticket {protocol}. Business days left: {days}.",
        ),
        "tools_service_due": Words(
            "A customer service ticket is due",
            "A customer service ticket is due",
            "Ticket {protocol}. Days left: {days}.",
        ),
        "tools_incident": Words(
            "A service of ours does not work",
            "A service of ours does not work",
            "Incident {number} was detected after {minutes} minutes of failures. Confirm or dismiss it.",
        ),
        "account_incident": Words(
            "A disruption of our service",
            "A disruption of our service",
            "{message}",
        ),
        "payin_webhook_suspended": Words(
            "A webhook was switched off",
            "A webhook was switched off",
            "{url} has not taken anything for three days. What happens is held until you switch it on again.",
        ),
        "access_key_created": Words(
            "An API key was created", "An API key was created", "{actor} created an API key, or gave one a new secret."
        ),
    },
    "pt": {
        "payin_review": Words(
            "Um pagamento espera uma decisão",
            "{received} espera uma decisão",
            "{received} de {party} chegou e está em análise: {reason}. Aceite ou devolva.",
        ),
        "payin_refund_failed": Words(
            "Uma devolução falhou",
            "Uma devolução de {amount} falhou",
            "O provedor não concluiu a devolução de {amount} para {party}. O dinheiro está disponível de novo.",
        ),
        "payin_charge_failed": Words(
            "Uma cobrança falhou",
            "Uma cobrança de {amount} falhou",
            "O provedor recusou a cobrança de {amount} para {party}. Abra-a para ver o motivo.",
        ),
        "payin_batch_done": Words(
            "Um lote foi concluído",
            "Um lote foi concluído",
            "{name}. Cobranças: {lines}. Recusadas pelo provedor: {denied}.",
        ),
        "payin_batch_failed": Words(
            "Um lote foi recusado",
            "Um lote foi recusado",
            "{name}: o provedor não aceitou nenhuma das cobranças ({lines}). Abra para ver o motivo.",
        ),
        "payin_med_opened": Words(
            "Um pagamento foi contestado",
            "{amount} em contestação",
            "O banco de {party} pede {amount} de volta (MED), e {blocked} está bloqueado. Responda até {due_at}: o silêncio vale como aceite.",
        ),
        "payin_med_moved": Words(
            "Contestação atualizada",
            "Contestação atualizada",
            "A contestação de {amount}, pago por {party}, agora está: {outcome}. Abra para ver o que acontece com o dinheiro.",
        ),
        "payin_med_overdue": Words(
            "Um pagamento contestado está atrasado",
            "Uma contestação de {amount} está atrasada",
            "O prazo da contestação de {amount}, pago por {party}, acabou, e o DICT espera uma resposta.",
        ),
        "payouts_payout_failed": Words(
            "Um saque falhou",
            "Um saque de {amount} falhou",
            "{amount} não chegou a {party} e está disponível de novo. Veja o motivo.",
        ),
        "payouts_payout_returned": Words(
            "Um saque foi devolvido",
            "Um saque foi {outcome}: {amount}",
            "{amount} enviado a {party} voltou do banco de destino e está disponível de novo.",
        ),
        "payouts_payout_blocked": Words(
            "Um saque está retido",
            "Um saque de {amount} está retido",
            "{amount} para {party} não pode ser enviado agora. Veja o motivo.",
        ),
        "payout_failed": Words(
            "Um pagamento falhou",
            "Um pagamento de {amount} falhou",
            "{amount} não chegou a {party} e está disponível de novo. Veja o motivo.",
        ),
        "payout_returned": Words(
            "Um pagamento foi devolvido",
            "Um pagamento foi {outcome}: {amount}",
            "{amount} enviado a {party} voltou do banco de destino e está disponível de novo.",
        ),
        "payout_on_hold": Words(
            "Um pagamento está retido",
            "Um pagamento de {amount} está retido",
            "{amount} para {party} espera uma decisão, com prazo. Veja o motivo.",
        ),
        "payout_look_ups": Words(
            "Alguém consulta chaves Pix sem pagar",
            "{actor} consulta chaves Pix sem pagar",
            "Em um dia, {actor} consultou muitas chaves às quais nada foi pago. Novas consultas estão recusadas por ora.",
        ),
        "payout_queued": Words(
            "Um pagamento está na fila",
            "Um pagamento de {amount} está na fila",
            "{amount} para {party} sai assim que for possível. Veja o que falta.",
        ),
        "payout_blocked": Words(
            "Um pagamento está bloqueado",
            "Um pagamento de {amount} está bloqueado",
            "{amount} para {party} não pode ser enviado agora. Veja o motivo.",
        ),
        "payout_uncertain": Words(
            "Um banco não responde há cinco minutos",
            "Pagamentos incertos",
            "O banco não responde há cinco minutos. Pagamentos: {payments}. Continuamos consultando; não pague de novo.",
        ),
        "payout_hold_ending": Words(
            "O prazo de uma retenção está acabando",
            "Uma retenção acaba em 10 minutos",
            "Pagamentos retidos: {payments}. Decida antes que o prazo decida pelas configurações.",
        ),
        "payout_limit_near": Words(
            "Um limite está 80% usado",
            "{limit}: {percent}% usado hoje",
            "{limit}: {percent}% usado hoje. O que passar do limite é recusado.",
        ),
        "payout_suspect_hit": Words(
            "Um pagamento vai a um suspeito",
            "Um pagamento vai a um suspeito",
            "Ele está retido e nada foi enviado. Veja a evidência e decida.",
        ),
        "payout_case_opened": Words(
            "Um caso foi aberto",
            "Um caso foi aberto",
            "O banco fez o que nenhum pagamento explica. Duas pessoas resolvem o caso.",
        ),
        "payout_returns_many": Words(
            "Muitos pagamentos estão voltando",
            "Muitos pagamentos voltaram em um dia",
            "Devoluções em 24 horas: {returns}, mais que o triplo do normal. Confira a quem você paga.",
        ),
        "payout_success_fell": Words(
            "Um processador recusa mais que o normal",
            "Só {percent}% dos pagamentos dão certo",
            "Na última hora, {percent}% dos pagamentos deste processador deram certo; o normal é {usual}%. Drene ou fale com o banco.",
        ),
        "payout_remittance_late": Words(
            "Uma remessa está sem retorno",
            "A remessa {number} está sem retorno",
            "O banco ia pagar pela remessa {number} e não respondeu. Peça o arquivo de retorno.",
        ),
        "payout_float_short": Words(
            "Falta dinheiro no banco",
            "O banco tem menos do que vai sair",
            "As contas no banco têm menos do que vai sair agora. Coloque saldo antes que pagamentos sejam recusados.",
        ),
        "account_company_blocked": Words(
            "Sua empresa foi bloqueada",
            "Sua empresa foi bloqueada",
            "Abra para ver o que ela não pode fazer enquanto isso. Motivo informado: {reason}",
        ),
        "account_company_unblocked": Words(
            "Sua empresa foi desbloqueada",
            "Sua empresa foi desbloqueada",
            "Ela pode cobrar e sacar de novo. Motivo informado: {reason}",
        ),
        "account_bank_account_changed": Words(
            "Uma conta bancária foi adicionada ou alterada",
            "Uma conta bancária foi adicionada ou alterada",
            "{actor} adicionou ou alterou {nickname}, para onde o dinheiro sai. Se não foi ninguém da sua equipe, desative-a e fale conosco.",
        ),
        "account_bank_account_verified": Words(
            "Uma conta bancária foi verificada",
            "Uma conta bancária foi verificada",
            "{nickname} pode receber saques depois da carência.",
        ),
        "account_bank_account_rejected": Words(
            "Uma conta bancária foi rejeitada",
            "Uma conta bancária foi rejeitada",
            "O banco não confirmou {nickname}. Veja o motivo.",
        ),
        "account_deposit_unidentified": Words(
            "Um depósito ainda não tem dono",
            "Um depósito de {amount} não identificado",
            "{amount} de {party} chegou sem dizer de qual estabelecimento é. Identifique ou devolva.",
        ),
        "account_deposit_credited": Words(
            "Um depósito chegou",
            "Um depósito de {amount} foi creditado",
            "{amount} de {party} entrou na conta e está disponível.",
        ),
        "account_schedule_failed": Words(
            "Um saque agendado não aconteceu",
            "Um saque agendado não foi feito",
            "{schedule}: o saque de {amount} para {party} foi recusado ou passou da hora. Abra para ver o motivo.",
        ),
        "payout_owner_expiring": Words(
            "Um titular de conta está para expirar",
            "Um titular de conta está para expirar",
            "{name}: dias restantes {days}. Escreva a próxima versão, ou nenhuma remessa poderá ser selada na conta.",
        ),
        "compliance_selection_term": Words(
            "O prazo de um alerta de PLD está acabando",
            "{name}: {mark}% do prazo já passou",
            "Deve ser decidido, ou levado a um caso, até {due_on}.",
        ),
        "compliance_analysis_term": Words(
            "O prazo de um caso de PLD está acabando",
            "Caso {name}: {mark}% do prazo já passou",
            "A análise deve ser decidida até {due_on}.",
        ),
        "compliance_communication_term": Words(
            "O prazo de uma comunicação ao COAF está acabando",
            "Caso {name}: {mark}% do prazo do COAF já passou",
            "O COAF deve ser comunicado até {due_on}.",
        ),
        "kyc_asked": Words(
            "Uma solicitação de KYC precisa de documentos",
            "A solicitação de KYC {number} precisa de documentos",
            "Faltam documentos, ou foram pedidos novamente. Abra, envie e reenvie a solicitação.",
        ),
        "kyc_message": Words(
            "Uma mensagem sobre uma solicitação de KYC",
            "Uma mensagem sobre a solicitação de KYC {number}",
            "Escrevemos sobre ela. Abra para ler a mensagem.",
        ),
        "kyc_approved": Words(
            "Uma solicitação de KYC foi aprovada",
            "A solicitação de KYC {number} foi aprovada",
            "Abra para ver até quando ela vale.",
        ),
        "kyc_rejected": Words(
            "Uma solicitação de KYC foi rejeitada",
            "A solicitação de KYC {number} foi rejeitada",
            "Abra para ver o motivo. Uma nova solicitação pode ser iniciada a partir dela.",
        ),
        "kyc_renewal": Words(
            "Uma aprovação de KYC deve ser renovada",
            "Uma aprovação de KYC vence em {due_on}",
            "A solicitação {number} a renova. Envie os documentos até esse dia.",
        ),
        "kyc_expired": Words(
            "Uma aprovação de KYC venceu",
            "A aprovação de KYC {number} venceu",
            "Até a renovação, pagamentos ou recebimentos podem ficar suspensos. Abra para ver a renovação.",
        ),
        "lists_export_finished": Words(
            "Uma exportação está pronta",
            "Sua exportação está pronta",
            "O arquivo com {rows} linhas já pode ser baixado.",
        ),
        "lists_bulk_finished": Words(
            "Uma ação em lote terminou",
            "Sua ação em lote terminou",
            "Feita para {done} de {total}. Abra para ver o resultado de cada item.",
        ),
        "lists_export_failed": Words(
            "Uma exportação falhou",
            "Sua exportação falhou",
            "Não foi possível preparar o arquivo. Abra suas exportações para ver o motivo.",
        ),
        "approvals_waiting": Words(
            "Algo espera sua aprovação",
            "{request} espera sua aprovação",
            "{request}{about}, a pedido de {maker}. Veja o que vai acontecer e decida.",
        ),
        "approvals_done": Words(
            "Seu pedido foi aprovado",
            "Seu pedido foi aprovado",
            "{request}{about}: {actor} deu a última aprovação, e o pedido foi executado.",
        ),
        "approvals_not_done": Words(
            "Seu pedido não foi executado",
            "Seu pedido não foi executado",
            "{request}{about}: {outcome}.",
        ),
        "approvals_asked_again": Words(
            "Uma aprovação é pedida de novo",
            "Uma aprovação é pedida de novo",
            "{request}{about}: o que aconteceria já não é o que foi aprovado. Nada foi feito; as aprovações anteriores não valem mais.",
        ),
        "approvals_edited": Words(
            "Um pedido que espera aprovação foi alterado",
            "Um pedido que espera sua aprovação foi alterado",
            "{request}{about}: {maker} alterou o pedido. As aprovações anteriores não valem mais: veja o novo plano e decida.",
        ),
        "approvals_delegated": Words(
            "Alguém passa uma decisão para você",
            "{actor} delegou uma decisão a você",
            "{request}{about}: a sua aprovação é pedida no lugar da aprovação dessa pessoa. Veja o que vai acontecer e decida.",
        ),
        "approvals_emergency": Words(
            "Algo foi executado em emergência",
            "Algo foi executado em emergência",
            "{request}{about}: {actor} decidiu sem outra pessoa e disse por quê. Abra para ver.",
        ),
        "security_session_reused": Words(
            "Uma de suas sessões foi encerrada",
            "Encerramos uma de suas sessões",
            "Um token antigo dela foi usado uma segunda vez. Entre de novo e confira suas sessões.",
        ),
        "security_password_changed": Words(
            "Sua senha foi alterada",
            "Sua senha foi alterada",
            "Suas outras sessões foram encerradas. Se não foi você, avise o administrador agora.",
        ),
        "security_second_factor_changed": Words(
            "Seu segundo fator foi alterado",
            "Seu segundo fator foi alterado",
            "Um segundo fator foi adicionado, trocado ou removido, ou seus códigos de recuperação foram refeitos.",
        ),
        "security_recovery_code_used": Words(
            "Um código de recuperação foi usado",
            "Um código de recuperação foi usado",
            "Alguém entrou com um de seus códigos de recuperação.",
        ),
        "access_roles_changed": Words(
            "Seus papéis foram alterados", "Seus papéis foram alterados", "{actor} alterou o que você pode fazer aqui."
        ),
        "access_joined": Words("Alguém aceitou um convite", "Alguém aceitou um convite", "{actor} agora faz parte."),
        "tools_task_down": Words(
            "Uma tarefa agendada falhou",
            "Uma tarefa agendada falhou",
            "{task} falhou ou não rodou a tempo. Abra-a para ver o motivo.",
        ),
        "tools_worker_stalled": Words(
            "Um worker foi perdido",
            "Um worker foi perdido",
            "Ele parou de dar sinal. Suas tarefas inacabadas ({jobs}) rodam de novo.",
        ),
        "tools_worker_gone": Words(
            "Nenhum worker em atividade",
            "Nenhum worker em atividade",
            "Pagamentos, saques e e-mails esperam até que um volte a rodar. Tarefas na fila: {jobs}.",
        ),
        "tools_ombudsman_due": Words(
            "Um chamado da ouvidoria vence",
            "Um chamado da ouvidoria vence",
            "Chamado {protocol}. Dias úteis restantes: {days}.",
        ),
        "tools_service_due": Words(
            "Um chamado do SAC vence",
            "Um chamado do SAC vence",
            "Chamado {protocol}. Dias restantes: {days}.",
        ),
        "tools_incident": Words(
            "Um serviço nosso não funciona",
            "Um serviço nosso não funciona",
            "O incidente {number} foi detectado após {minutes} minutos de falhas. Confirme ou descarte.",
        ),
        "account_incident": Words(
            "Uma falha no nosso serviço",
            "Uma falha no nosso serviço",
            "{message}",
        ),
        "payin_webhook_suspended": Words(
            "Um webhook foi desligado",
            "Um webhook foi desligado",
            "{url} não aceita nada há três dias. O que acontecer fica guardado até você ligá-lo de novo.",
        ),
        "access_key_created": Words(
            "Uma chave de API foi criada",
            "Uma chave de API foi criada",
            "{actor} criou uma chave de API, ou deu um segredo novo a uma.",
        ),
    },
}

_REASONS: dict[Language, dict[str, str]] = {
    "en": {
        "unknown_charge": "unmatched payment",
        "amount_differs": "amount mismatch",
        "duplicate": "duplicate payment",
        "late": "paid late",
        "account_blocked": "the account is blocked",
        "rule": "a rule holds it",
    },
    "pt": {
        "unknown_charge": "pagamento sem cobrança",
        "amount_differs": "valor divergente",
        "duplicate": "pagamento duplicado",
        "late": "pago em atraso",
        "account_blocked": "a conta está bloqueada",
        "rule": "uma regra o retém",
    },
}


#: What became of a request that was not done; without one, as it was written down before.
_OUTCOMES: dict[Language, dict[str | None, str]] = {
    "en": {
        "reject": "{actor} rejected it ({reason})",
        "failed": "it was approved, and was not possible any more",
        "expired": "nobody decided in time",
        None: "it was rejected, ran out of time or was not possible any more",
    },
    "pt": {
        "reject": "{actor} rejeitou ({reason})",
        "failed": "foi aprovado, mas não era mais possível",
        "expired": "ninguém decidiu a tempo",
        None: "foi rejeitado, venceu ou não era mais possível",
    },
}
#: Kind → the list whose words tell the state that was reached.
_STATES = {
    "payin_med_moved": "payin.med",
    "payouts_payout_returned": "account.transfers",
    "payout_returned": "payouts.payments",
}
#: The state of a dispute that an older notification did not write down.
_SOME_STATE: dict[Language, str] = {"en": "updated", "pt": "alterada"}
_SOME_REQUEST: dict[Language, str] = {"en": "A request", "pt": "Um pedido"}


#: Whom a notification names where nobody told the name: the other end of money that arrived, and of money that left.
_PAYER: dict[Language, str] = {"en": "an unnamed payer", "pt": "um pagador sem nome"}
_PAYEE: dict[Language, str] = {"en": "the payee", "pt": "o favorecido"}
#: Kind of a limit → how people know it.
_LIMITS: dict[Language, dict[str, str]] = {
    "en": {
        "day": "Daily limit",
        "night": "Night limit",
        "count": "Payments a day",
        "payee": "Daily limit of a payee",
        "payee_count": "Payments a day to a payee",
    },
    "pt": {
        "day": "Limite diário",
        "night": "Limite noturno",
        "count": "Pagamentos por dia",
        "payee": "Limite diário de um favorecido",
        "payee_count": "Pagamentos por dia a um favorecido",
    },
}
#: Between a symbol and its sum in running text, where a line could end between them.
_NO_BREAK = "\u00a0"
_ALL_OF_IT: dict[Language, str] = {"en": "all that is available", "pt": "todo o saldo disponível"}


def _request(language: Language, data: Mapping[str, Any], amount: str | None) -> str:
    """Returns what was asked for and how much, in the words of the screens."""
    words = values("approvals.requests", "command", language)
    what = words.get(key_of(str(data.get("command", ""))), _SOME_REQUEST[language])
    return f"{what} ({amount})" if amount else what


def title(language: Language, kind: str, data: Mapping[str, Any]) -> str:
    """Returns the heading of a notification, which is the subject of its mail as well."""
    return WORDS[language][kind].title.format_map(_facts(language, kind, data))


def message(language: Language, kind: str, data: Mapping[str, Any]) -> str:
    return WORDS[language][kind].message.format_map(_facts(language, kind, data))


def _facts(language: Language, kind: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Returns what the texts of a kind may name, each as people write it."""
    facts = {name: _grouped(value, language) for name, value in data.items() if value is not None}
    facts |= {
        name: format_money(data[name], data.get("currency", BRL), language).replace(" ", _NO_BREAK)
        for name in ("received", "amount", "blocked")
        if data.get(name) is not None
    }
    facts.setdefault("party", (_PAYEE if "payout" in kind or "schedule" in kind else _PAYER)[language])
    if "due_at" in data:
        at = datetime.fromisoformat(data["due_at"]).astimezone(BRASILIA)
        facts["due_at"] = format_time(at, language)
    if due := data.get("due_on"):
        facts |= {"due_on": format_day(date.fromisoformat(due), language)}
    if "reason" in data:
        facts["reason"] = _REASONS[language].get(facts["reason"], facts["reason"])
    if "limit" in facts:
        facts["limit"] = _LIMITS[language].get(facts["limit"], facts["limit"])
    if kind == "account_schedule_failed":
        facts.setdefault("amount", _ALL_OF_IT[language])
    if kind in _STATES:
        states = values(_STATES[kind], "status", language)
        # An older notification did not write down how much of a payment came back.
        reached = str(data.get("outcome", "returned" if kind.endswith("_returned") else ""))
        word = states.get(reached, _SOME_STATE[language])
        facts["outcome"] = word[0].lower() + word[1:]
    if kind.startswith("approvals_"):
        about = f", {data['party']}" if data.get("party") else ""
        facts = {"maker": "", "reason": ""} | facts
        facts |= {"request": _request(language, data, facts.get("amount")), "about": about}
        facts["outcome"] = _OUTCOMES[language][data.get("outcome")].format_map(facts)
    return facts


def _grouped(value: Any, language: Language) -> str:
    """A number as the language groups its digits; anything else as it is."""
    if not isinstance(value, int):
        return str(value)
    return f"{value:,}".replace(",", "." if language == "pt" else ",")
