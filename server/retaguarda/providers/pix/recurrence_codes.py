"""States, codes and formats of Pix Automático as API Pix 2.9.0 lists them. Their words for people are in the web's
locales, under ``pix:codes``; a test holds that each has a cause and an advice there in both languages."""

from typing import Literal

REC_STATES = ("CRIADA", "APROVADA", "REJEITADA", "EXPIRADA", "CANCELADA")
SOLICREC_STATES = ("CRIADA", "ENVIADA", "RECEBIDA", "REJEITADA", "ACEITA", "EXPIRADA", "CANCELADA")
COBR_STATES = ("CRIADA", "ATIVA", "CONCLUIDA", "EXPIRADA", "REJEITADA", "CANCELADA")
ATTEMPT_STATES = ("SOLICITADA", "AGENDADA", "PAGA", "CANCELADA", "REJEITADA", "EXPIRADA")
ATTEMPT_KINDS = ("AGND", "NTAG", "RIFL")
REQUESTERS = ("PSP_PAGADOR", "USUARIO_PAGADOR", "PSP_RECEBEDOR", "USUARIO_RECEBEDOR")

Periodicity = Literal["SEMANAL", "MENSAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"]
RetryPolicy = Literal["NAO_PERMITE", "PERMITE_3R_7D"]

REC_REJECTIONS = ("AP13", "AP14")
REC_CANCELLATIONS = ("ACCL", "CPCL", "DCSD", "ERSL", "FRUD", "PCFD", "SLCR", "SLDB")
COBR_CANCELLATIONS = ("ACCT", "BLCK", "CCLD", "FAIL", "OTHR", "SLBD", "SLCR")
COBR_REJECTIONS = (
    "AB10", "AC05", "AC06", "AM02", "AM09", "DENC", "DS27", "DTED", "DTNT", "FBRD", "IRNT", "MIDI", "MSUC", "NIEC", "NIPA",
    "NITX", "QUNT", "RC09", "UDEI",
)  # fmt: skip
#: Of an attempt that ends so the whole charge is rejected with it.
FINAL_REJECTIONS = ("AC05", "AM09", "DENC", "DS27", "DTED", "MIDI", "MSUC", "NITX", "RC09")
CODES = tuple(sorted({*REC_REJECTIONS, *REC_CANCELLATIONS, *COBR_CANCELLATIONS, *COBR_REJECTIONS}))

#: A charge is sent at the earliest and at the latest so many days before it is due.
EARLIEST_DAYS, LATEST_DAYS = 10, 2
#: PERMITE_3R_7D: so many retries, within so many days after the due day.
MOST_RETRIES, RETRY_DAYS = 3, 7
